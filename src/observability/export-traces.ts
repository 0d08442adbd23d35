import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * Starts sending this process's spans to an OpenTelemetry collector, in batches. Spans that can't be sent are dropped,
 * so that no work waits for them.
 * @param endpoint such as `http://collector:4318`, without a trailing slash
 * @returns a function that sends the remaining spans and stops
 */
export function exportTraces(endpoint: string, parts: Iterable<string>): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'rolekeeper', 'rolekeeper.parts': [...parts] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
