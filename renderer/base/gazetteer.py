"""Names of seas, lakes and mountains, where they lie in the world."""

from renderer.base.chart import Name

NAMES: tuple[Name, ...] = (
    Name("BALTIC SEA", 19.3, 56.6, "sea", 0.36, 38),
    Name("BLACK SEA", 34.0, 43.3, "sea", 0.42),
    Name("CASPIAN SEA", 50.4, 42.3, "sea", 0.38, -62),
    Name("Sea of Azov", 36.6, 46.0, "sea", 0.2),
    Name("WHITE SEA", 37.8, 65.6, "sea", 0.26),
    Name("BARENTS SEA", 40.0, 69.9, "sea", 0.34),
    Name("Gulf of Finland", 25.6, 59.85, "sea", 0.2),
    Name("Gulf of Riga", 23.4, 57.75, "sea", 0.17),
    Name("Gulf of Bothnia", 19.6, 61.6, "sea", 0.24, 62),
    Name("Lake Ladoga", 31.5, 60.8, "lake", 0.18),
    Name("Lake Onega", 35.6, 61.7, "lake", 0.17, -50),
    Name("Lake Peipus", 27.5, 58.75, "lake", 0.15),
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
)

COUNTRIES: tuple[Name, ...] = (
    Name("GERMANY", 13.6, 51.9, "country", 0.2),
    Name("EAST PRUSSIA", 21.0, 54.1, "country", 0.15),
    Name("SLOVAKIA", 19.6, 48.75, "country", 0.15),
    Name("HUNGARY", 20.6, 47.4, "country", 0.2),
    Name("RUMANIA", 25.6, 44.9, "country", 0.2),
    Name("BULGARIA", 25.2, 43.0, "country", 0.18),
    Name("YUGOSLAVIA", 20.6, 44.3, "country", 0.15),
    Name("SWEDEN", 15.6, 59.3, "country", 0.2),
    Name("FINLAND", 26.0, 62.2, "country", 0.2),
    Name("ESTONIA", 25.9, 58.75, "country", 0.15),
    Name("LATVIA", 25.6, 56.9, "country", 0.15),
    Name("LITHUANIA", 23.9, 55.4, "country", 0.15),
    Name("TURKEY", 36.5, 39.3, "country", 0.3),
    Name("PERSIA", 47.0, 38.0, "country", 0.2),
)
"""Of June 1941, and the Baltic States."""

RIVERS: tuple[Name, ...] = (
    Name("Dnepr", 30.75, 51.4, "river", 0.19, 80),
    Name("Dnepr", 33.9, 48.75, "river", 0.19, -35),
    Name("Desna", 33.3, 52.2, "river", 0.17, 35),
    Name("Pripet", 28.2, 52.15, "river", 0.18),
    Name("Berezina", 29.0, 53.75, "river", 0.16, -60),
    Name("Niemen", 24.2, 54.35, "river", 0.17, 70),
    Name("Dvina", 27.6, 55.75, "river", 0.18, -15),
    Name("Bug", 23.6, 51.6, "river", 0.17, 70),
    Name("Vistula", 21.5, 51.2, "river", 0.18, 80),
    Name("Dnestr", 26.6, 48.65, "river", 0.18, -10),
    Name("Prut", 27.6, 47.7, "river", 0.16, -60),
    Name("S. Bug", 30.3, 48.1, "river", 0.16, -40),
    Name("Donets", 37.2, 49.1, "river", 0.17, -30),
    Name("Oka", 36.1, 53.8, "river", 0.17, 70),
    Name("Volga", 34.9, 56.5, "river", 0.18, 25),
    Name("Lovat", 31.1, 57.2, "river", 0.16, 80),
)
