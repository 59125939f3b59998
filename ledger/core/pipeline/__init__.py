"""Pipeline schedules, their timelines, and the metrics of both."""
