import { lazyPart } from '../../../forms/lazy-part.tsx'

/** Stands in place of what the person may not see or what does not exist, which is rare, so its code is loaded then. */
export const Missing = lazyPart(async () => (await import('./not-found.tsx')).NotFound)
