import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { errorCode } from '../errors.ts';

/** A no-op until `exportTraces` registers a provider. */
const tracer = trace.getTracer('rolekeeper');

/** Kinds of span: an incoming request, an outgoing request, or a queued job. */
const KINDS = { asked: SpanKind.SERVER, asking: SpanKind.CLIENT, job: SpanKind.CONSUMER };

interface SpanOptions {
  readonly kind?: keyof typeof KINDS;
  /** Ids of the objects concerned. Nothing secret or personal. */
  readonly attributes?: Attributes;
  /** Trace that caused the work, from `currentTrace`; if omitted, the active one. */
  readonly cause?: string | undefined;
}

/** Propagates the active trace through asynchronous code. Call once at start. */
export const followTraces = (): boolean =>
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/**
 * Runs work in a span of the trace that caused it, or of a new trace. All log lines within carry the trace's id,
 * whether or not traces are exported.
 */
export async function inSpan<T>(
  name: string,
  { kind, attributes, cause }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const parent = cause === undefined ? context.active() : toContext(cause);
  const options = { ...(kind && { kind: KINDS[kind] }), ...(attributes && { attributes }) };
  const begun = tracer.startSpan(name, options, parent);
  const span = isSpanContextValid(begun.spanContext()) ? begun : trace.wrapSpanContext(newTrace());
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    // Only the code: the error's message may contain anything.
    span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode(error) ?? 'UNEXPECTED' });
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the id of the active trace; undefined if there is none. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;

/**
 * Returns the active trace for storing with a job, which then continues it; undefined if there is none.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function currentTrace(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

const newTrace = (): SpanContext => ({
  traceId: randomHex(32),
  spanId: randomHex(16),
  traceFlags: TraceFlags.NONE,
});

/** Uses Node's pre-drawn random bytes, at a tenth of the cost of drawing single ones. */
const randomHex = (digits: number): string => randomUUID().replaceAll('-', '').slice(0, digits);

function toContext(cause: string): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(cause) ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}
