import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * Sends the spans of this process to an OpenTelemetry collector, in batches, from now on. What can't be sent is
 * dropped: no work waits for it.
 * @param endpoint such as `http://collector:4318`, without a slash at its end
 * @returns the function that sends what is left, and stops
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
