import { writeCookies } from '../api/cookies.ts'
import { intent, lastPath } from './carried-values.ts'
import { toReturnPath } from './return-path.ts'

type Place = { pathname: string; search: string }

/** The visit of this document that was recorded last, and the path before it. */
let recorded: { path: string; before: string | undefined } | undefined

/** Keeps the path of a page that was shown without an error, for the next login. */
export function recordVisit({ pathname, search }: Place): void {
  const path = pathname + search
  if (recorded?.path === path) return
  recorded = { path, before: lastPath.read() }
  if (toReturnPath(path) !== undefined) writeCookies([lastPath.keep(path)])
  if (intent.read() === path) writeCookies([intent.forget])
}

/** For a page that finds out after the visit that there is nothing to show: the path before it counts again. */
export function takeBackVisit(): void {
  if (recorded?.path !== location.pathname + location.search) return
  const { before } = recorded
  writeCookies([before === undefined ? lastPath.forget : lastPath.keep(before)])
}
