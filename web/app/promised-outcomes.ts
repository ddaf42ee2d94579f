import type { Hydration } from '#shared/page.ts'

import { toKnownOutcome } from '../api/outcome.ts'

/** Loader data as the loaders return them: with promises of outcomes, which are known. */
export function withOutcomes({ loaderData, outcomes }: Hydration): Hydration['loaderData'] {
  const routes = Object.entries(outcomes).map(([id, names]) => {
    const data = loaderData[id] as Record<string, unknown>
    const promised = names.map((name) => [name, toKnownOutcome(data[name])])
    return [id, { ...data, ...Object.fromEntries(promised) }]
  })
  return { ...loaderData, ...Object.fromEntries(routes) }
}
