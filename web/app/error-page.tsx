import { idlePart } from '../forms/lazy.tsx'

/** Stands in place of a screen that failed. No first page needs its code, so the browser loads it when it is idle, and the server at its start. */
export const ErrorPage = idlePart(async () => (await import('./error-screen.tsx')).ErrorScreen)
