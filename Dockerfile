# Ajo as an image: docker build -t ajo . Built from Debian and npm packages only; Node comes from npm.
# scripts/release.ts says what it consists of, which is also what an archive of npm run release has.
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils ca-certificates nodejs npm \
  && npm install --prefix /node --no-audit --no-fund --ignore-scripts \
    "node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)@24.21.0" \
  && install -D -m 755 /node/node_modules/node-linux-*/bin/node /opt/node/bin/node \
  && strip --strip-unneeded /opt/node/bin/node
ENV PATH=/opt/node/bin:$PATH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/paystack-sandbox/package.json packages/paystack-sandbox/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/ajo.mjs build && node scripts/release.ts /release

FROM debian:bookworm-slim
COPY --from=build /opt/node/bin/node /usr/local/bin/node
RUN groupadd --gid 10001 ajo && useradd --uid 10001 --gid 10001 --home-dir /data ajo \
  && install -d -o ajo -g ajo /data /backups
WORKDIR /app
COPY --from=build /release /app
# glibc returns the memory of decoded pictures.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz',{headers:{host:new URL(process.env.PUBLIC_URL??'http://127.0.0.1:3000').host}}).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server/main.ts"]
