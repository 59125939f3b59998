"""The URL prober: address policy, client, verdict."""
