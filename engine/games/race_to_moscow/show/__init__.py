"""What people see: the view, what happened in words, what can be laid over the map."""
