# Node 24 comes from the image: the "node" package that development uses is not installed here.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma prisma
RUN npm ci --ignore-scripts && npx prisma generate

FROM node:24.21.0-bookworm-slim AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=peer --omit=optional --ignore-scripts && npm cache clean --force

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=production /app/node_modules node_modules
COPY package.json ./
COPY prisma prisma
COPY src src
COPY commands commands
COPY scripts/api-key.ts scripts/
COPY --from=build /app/src/database/client src/database/client
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--liftoff-only", "--optimize-for-size", "--max-semi-space-size=1", "--disable-warning=ExperimentalWarning", "src/main.ts"]
