"""The Datasette side: build the published file, and the plugin that shows it."""
