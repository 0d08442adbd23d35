# The base image provides Node 24, so the development package "node" is not installed.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma prisma
RUN npm ci --ignore-scripts && npx prisma generate

FROM node:24.21.0-bookworm-slim AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=peer --omit=optional --ignore-scripts && npm cache clean --force
# Remove files not needed at run time: source maps, types, documentation, query compilers of other databases.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname '*.md' \) -delete && \
  find node_modules/@prisma/client/runtime -name 'query_compiler*' ! -name '*.postgresql.*' -delete
# The image's root file system: Node, its shared libraries, certificates and one user; no shell.
RUN mkdir -p /root-of-image/data /root-of-image/tmp && \
  cp --parents /usr/local/bin/node $(ldd /usr/local/bin/node | grep -o '/[^ ]*') /root-of-image && \
  if [ -f /etc/ssl/certs/ca-certificates.crt ]; then cp --parents /etc/ssl/certs/ca-certificates.crt /root-of-image; fi && \
  mkdir -p /root-of-image/etc && echo 'node:x:1000:1000::/data:/none' > /root-of-image/etc/passwd && \
  chown 1000:1000 /root-of-image/data && chmod 1777 /root-of-image/tmp

FROM scratch
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=production /root-of-image /
WORKDIR /app
COPY --from=production /app/node_modules node_modules
COPY package.json ./
COPY prisma prisma
COPY src src
COPY commands commands
COPY scripts/api-key.ts scripts/move-database.ts scripts/register-commands.ts scripts/roles.ts scripts/rotate-secrets.ts scripts/verify-audit.ts scripts/
COPY --from=build /app/src/database/client src/database/client
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--disable-warning=DeprecationWarning", "src/main.ts"]
