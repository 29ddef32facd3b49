"""A scene to pixels: map, panel, boxes, mats and hands on one page."""
