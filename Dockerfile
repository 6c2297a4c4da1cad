# syntax=docker/dockerfile:1

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY domain domain
COPY application application
COPY adapters adapters
COPY migrations migrations
COPY bootstrap bootstrap
COPY web web
RUN node bootstrap/build.mjs --check

# Packages for production: without test tools and the embedded PostgreSQL. TypeScript is installed as a peer of another
# package and removed.
FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/typescript node_modules/@typescript

FROM node:26-bookworm-slim
# Build arguments for the labels, see docs/operations.md. A label is empty if its argument is missing.
ARG VERSION=""
ARG REVISION=""
ARG CREATED=""
# There is no label org.opencontainers.image.base.digest, because only the registry knows the digest.
LABEL org.opencontainers.image.title="Household planner" \
  org.opencontainers.image.description="Backend and web client for households that share tasks" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.created="$CREATED" \
  org.opencontainers.image.base.name="docker.io/library/node:26-bookworm-slim"
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# The only folder that the service writes to. A new volume there gets its owner.
RUN install --directory --owner=node --group=node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The same heap limit as `npm start`. V8 derives the size of its generations from it ("Memory" in docs/measured.md).
CMD ["node", "--max-heap-size=512", "dist/bootstrap/server.js"]
