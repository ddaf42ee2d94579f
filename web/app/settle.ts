import type { StaticHandlerContext } from 'react-router'

import type { Hydration } from '#shared/page.ts'

import { isExpected } from './page-error.ts'
import { findKnownOutcome, settleOutcome, type Outcome } from '../api/outcome.ts'

/** What the loaders of a page promised: all of it, or the bugs among the errors. */
export type Settled =
  | { context: StaticHandlerContext; outcomes: Hydration['outcomes'] }
  | { bugs: unknown[] }

/** Waits for what the loaders of a page promised. */
export async function settle(
  query: Promise<Response | StaticHandlerContext>,
): Promise<Response | Settled> {
  const context = await query
  if (context instanceof Response) return context
  if (context.errors)
    return { bugs: Object.values(context.errors).filter((error) => !isExpected(error)) }
  const promised = Object.entries(context.loaderData).flatMap(([id, data]) =>
    listOutcomes(data).map(([name, outcome]) => ({ id, name, outcome })),
  )
  const settled = await Promise.all(promised.map(({ outcome }) => settleOutcome(outcome)))
  const errors = settled.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []))
  if (errors.length > 0) return { bugs: errors.flatMap(({ cause }) => (cause ? [cause] : [])) }
  const outcomes: Record<string, string[]> = {}
  for (const { id, name } of promised) (outcomes[id] ??= []).push(name)
  return { context, outcomes }
}

/** The data of a route with the values of its outcomes, as JSON can hold them. */
export function withValues(data: unknown): unknown {
  const values = listOutcomes(data).map(([name, request]) => {
    const outcome = findKnownOutcome(request)
    return [name, outcome && 'value' in outcome ? outcome.value : null]
  })
  return values.length > 0 ? { ...(data as object), ...Object.fromEntries(values) } : data
}

/** Undefined if the work takes longer. What it throws afterwards is ignored, because the page went on without it. */
export async function withinMs<Value>(
  work: Promise<Value>,
  limitMs: number,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function listOutcomes(data: unknown): [string, Promise<Outcome<unknown>>][] {
  return Object.entries(data ?? {}).filter(
    (entry): entry is [string, Promise<Outcome<unknown>>] => entry[1] instanceof Promise,
  )
}
