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
import { errorCode } from './errors.ts';

/** Asks nobody until somebody wants to have the spans, see `exportTraces`. */
const tracer = trace.getTracer('rolekeeper');

/** What a span is of: something asked of us, something we ask of others, or work that has waited in a queue. */
const KINDS = { asked: SpanKind.SERVER, asking: SpanKind.CLIENT, job: SpanKind.CONSUMER };

interface SpanOptions {
  readonly kind?: keyof typeof KINDS;
  /** Ids of what it is about. Nothing secret, and nothing personal. */
  readonly attributes?: Attributes;
  /** What caused it, as `currentTrace` gave it; what surrounds it when left out. */
  readonly cause?: string | undefined;
}

/** Lets what is asynchronous know which trace it belongs to. Called once, when the process starts. */
export const followTraces = (): boolean =>
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/**
 * Does a piece of work as a part of the trace that caused it; what nothing caused begins a trace. Each line of the
 * log within has its id, whether or not traces are exported.
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
    // Its code and no more: what an error says may quote anything.
    span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode(error) ?? 'UNEXPECTED' });
    throw error;
  } finally {
    span.end();
  }
}

/** The id of the trace that surrounds the caller; undefined outside of all. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;

/**
 * What is stored with work so that it goes on in the same trace; undefined outside of all.
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

/** From what Node draws in advance: a tenth of the price of single bytes. */
const randomHex = (digits: number): string => randomUUID().replaceAll('-', '').slice(0, digits);

function toContext(cause: string): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(cause) ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}
