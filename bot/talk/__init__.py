"""One message: an answer to one person, buttons and menus that outlive the process."""
