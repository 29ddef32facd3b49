"""Names of seas, lakes and mountains, where they lie in the world."""

from renderer.chart import Name

NAMES: tuple[Name, ...] = (
    Name("BALTIC SEA", 19.3, 56.6, "sea", 0.36, 38),
    Name("BLACK SEA", 34.0, 43.3, "sea", 0.42),
    Name("CASPIAN SEA", 50.4, 42.3, "sea", 0.38, -62),
    Name("Sea of Azov", 36.6, 46.0, "sea", 0.2),
    Name("WHITE SEA", 37.8, 65.6, "sea", 0.26),
    Name("BARENTS SEA", 40.0, 69.9, "sea", 0.34),
    Name("Gulf of Finland", 26.4, 59.85, "sea", 0.2),
    Name("Gulf of Riga", 23.4, 57.75, "sea", 0.17),
    Name("Gulf of Bothnia", 19.6, 61.6, "sea", 0.24, 62),
    Name("Lake Ladoga", 31.5, 60.8, "sea", 0.18),
    Name("Lake Onega", 35.6, 61.7, "sea", 0.17, -50),
    Name("Lake Peipus", 27.5, 58.75, "sea", 0.15),
    Name("MEDITERRANEAN SEA", 31.0, 35.2, "sea", 0.3),
    Name("Carpathians", 25.2, 47.9, "land", 0.24, -40),
    Name("Transylvanian Alps", 24.3, 45.5, "land", 0.2),
    Name("Caucasus", 43.6, 43.0, "land", 0.28, -22),
    Name("Pripet Marshes", 27.6, 51.9, "land", 0.2),
    Name("Valdai Hills", 33.2, 57.4, "land", 0.19),
    Name("Donets Basin", 38.6, 48.3, "land", 0.18),
    Name("Kalmyk Steppe", 45.3, 46.3, "land", 0.22),
    Name("Volga Heights", 46.4, 52.3, "land", 0.19, 60),
    Name("Crimea", 34.2, 45.3, "land", 0.18),
    Name("Karelia", 33.2, 62.8, "land", 0.24),
    Name("Kuban", 39.2, 45.6, "land", 0.2),
    Name("Anatolia", 34.5, 39.4, "land", 0.4),
)
