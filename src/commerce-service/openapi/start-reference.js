// Appended to the reference's own script, which defines `Scalar`.
Scalar.createApiReference('#app', {
  url: 'openapi.json',
  // Sends requests to the address at which this page was opened, not to the configured one.
  servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  metaData: { title: 'Commerce Service API' },
  // Loads nothing from third-party servers, and doesn't link to them.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
