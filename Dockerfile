# One image for every process; the command says which. Built in one stage, run from another without the build's tools.
FROM node:20.20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf test bench dist/test dist/bench packages/*/test packages/*/bench packages/client-* packages/cli

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production \
    NODE_OPTIONS="--enable-source-maps --max-semi-space-size=32" \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app ./
RUN install --directory --mode=700 --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 3000 9464
CMD ["node", "dist/api/main.js"]
