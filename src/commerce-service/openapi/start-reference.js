// Appended to the reference's own program, which defines `Scalar`.
Scalar.createApiReference('#app', {
  url: 'openapi.json',
  // Requests go to where this page was opened, whatever the service calls itself.
  servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  metaData: { title: 'Commerce Service API' },
  // Nothing of this page leads to, or comes from, somebody else's server.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
