# The packages that people install, from the sources.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run --silent build && npm run --silent pack -- --out /packed

# Installed as anybody installs it. Compilers stay here, for a platform that better-sqlite3 has no prebuilt library for.
FROM node:22-bookworm AS install
COPY --from=build /packed /packed
RUN npm install --global --no-audit --no-fund /packed/quern-[0-9]*.tgz

FROM node:22-bookworm-slim
COPY --from=install /usr/local/lib/node_modules/quern /usr/local/lib/node_modules/quern
RUN ln -s ../lib/node_modules/quern/dist/main.js /usr/local/bin/quern \
  && mkdir /data && chown 1000:1000 /data
ENV NODE_ENV=production QUERN_HOST=0.0.0.0 QUERN_PORT=4400 QUERN_DATA_DIR=/data
# The user `node` of the image.
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.QUERN_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["quern"]
CMD ["start"]
