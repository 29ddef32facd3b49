# The bot alone: one process, one SQLite file in /data. `deploy/compose.one.yaml` shows how it is run,
# `compose.yaml` two of them on PostgreSQL.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv /opt/umpire && /opt/umpire/bin/pip install --no-cache-dir .
# The maps are drawn here, once: the bot has nowhere to keep them.
ENV XDG_CACHE_HOME=/opt/maps
RUN /opt/umpire/bin/python -c "import renderer; [renderer.warm(game) for game in renderer.GAMES]"

FROM python:3.12-slim
# The program is root's and is never written to; what it keeps is in /data.
COPY --from=build /opt/umpire /opt/umpire
COPY --from=build /opt/maps /opt/maps
RUN useradd --system --uid 10001 --no-create-home umpire \
    && install --directory --owner umpire --group umpire --mode 0700 /data
ENV PATH=/opt/umpire/bin:$PATH \
    XDG_CACHE_HOME=/opt/maps \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    UMPIRE_DATABASE=/data/umpire.db \
    UMPIRE_HEALTH_PORT=9108
USER 10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['UMPIRE_HEALTH_PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["umpire"]
