# One image for every process; the command says which. Layers of packages stay the same until package-lock.json changes.
ARG NODE=node:20.20-bookworm-slim

# The files that say which packages to install.
FROM --platform=$BUILDPLATFORM $NODE AS manifests
WORKDIR /app
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json packages/*/package.json /manifests

FROM --platform=$BUILDPLATFORM $NODE AS build
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node bundle.mjs && node release.mjs --into /release

# Compiled code of packages is that of the image's platform.
FROM $NODE AS packages
WORKDIR /app
COPY --from=build /release/package.json /release/package-lock.json ./
COPY --from=build /release/packages/readings/package.json packages/readings/
RUN npm ci --ignore-scripts

FROM $NODE
ENV NODE_ENV=production \
    NODE_OPTIONS="--enable-source-maps --max-semi-space-size=32" \
    HOST=0.0.0.0 \
    METRICS_PORT=9464 \
    DATA_DIR=/data
RUN install --directory --mode=700 --owner=node --group=node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /release ./
USER node
VOLUME /data
EXPOSE 3000 9464
HEALTHCHECK --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/api/main.js"]
