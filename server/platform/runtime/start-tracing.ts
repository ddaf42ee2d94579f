import { createRequire } from 'node:module'

import { context, propagation, trace } from '@opentelemetry/api'

type Options = { endpoint: string; headers: Record<string, string>; ratio: number }

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP. Its packages are loaded only here. */
export async function startTracing({
  endpoint,
  headers,
  ratio,
}: Options): Promise<AsyncDisposable> {
  const [
    sdk,
    { OTLPTraceExporter },
    { resourceFromAttributes },
    hooks,
    { W3CTraceContextPropagator },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ])
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'ajo', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 500 },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    [Symbol.asyncDispose]: async () => {
      // A collector that is down must not fail the shutdown.
      await provider.shutdown().catch(() => {})
      for (const api of [trace, context, propagation]) api.disable()
    },
  }
}
