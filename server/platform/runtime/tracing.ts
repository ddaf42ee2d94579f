import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'

type Traced = {
  name: string
  kind: 'request' | 'job' | 'call'
  attributes?: Attributes
  /** The payload of a job: what enqueued it is the parent. */
  carrier?: object
}

const kinds = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  call: SpanKind.CLIENT,
} as const satisfies Record<Traced['kind'], SpanKind>

/**
 * Runs `work` as a span below the one that is running. Without tracing this costs a function call. Names and attributes contain no id, no
 * address and no value of a statement.
 */
export function traced<Result>(
  { name, kind, attributes = {}, carrier }: Traced,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent = carrier ? propagation.extract(context.active(), carrier) : context.active()
  const options = { kind: kinds[kind], attributes }
  return trace.getTracer('ajo').startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Messages of errors may contain values, so only the class is recorded. */
function fail(span: Span, error: unknown) {
  const type = error instanceof Error ? error.name : typeof error
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** What a job's payload carries, so that its span belongs to the request that enqueued it. Empty without tracing. */
export function toCarrier(): Record<string, string> {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier
}
