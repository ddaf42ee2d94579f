import type { KnownRoute, Match, Params } from './route.ts'

type Level = { route: KnownRoute; path: string }
type Branch = { levels: Level[]; pattern: RegExp; names: string[]; score: number }

const branches = new WeakMap<readonly KnownRoute[], Branch[]>()

/** The routes of a path from the outermost to the screen, or null. The most specific pattern wins, in any order of the routes. */
export function matchRoutes(routes: readonly KnownRoute[], pathname: string): Match[] | null {
  const known = branches.get(routes) ?? listBranches(routes)
  branches.set(routes, known)
  for (const { levels, pattern, names } of known) {
    const params = readParams(pattern, names, pathname)
    if (params) return levels.map((level) => ({ ...level, params }))
  }
  return null
}

/** The parameters of a path, or null. `isPrefix` also accepts paths below it. */
export function matchPath(path: string, pathname: string, isPrefix = false): Params | null {
  const { pattern, names } = toPattern(path, isPrefix)
  return readParams(pattern, names, pathname)
}

function listBranches(routes: readonly KnownRoute[], above: Level[] = []): Branch[] {
  const found = routes.flatMap((route) => {
    const path = joinPaths(above.at(-1)?.path ?? '', route.path)
    const levels = [...above, { route, path }]
    if (route.children.length > 0) return listBranches(route.children, levels)
    return expandOptional(path).map((each) => ({
      levels,
      ...toPattern(each, false),
      score: toScore(each),
    }))
  })
  return above.length > 0 ? found : found.sort((a, b) => b.score - a.score)
}

function joinPaths(parent: string, path: string | undefined): string {
  if (path === undefined) return parent
  return path.startsWith('/') ? path : `${parent.replace(/\/$/, '')}/${path}`
}

/** '/verify/:code?' is '/verify/:code' and '/verify'. */
function expandOptional(path: string): string[] {
  const optional = /\/:\w+\?/.exec(path)?.[0]
  if (optional === undefined) return [path]
  return [
    ...expandOptional(path.replace(optional, optional.slice(0, -1))),
    ...expandOptional(path.replace(optional, '')),
  ]
}

/** Longer paths are more specific, then fixed segments, then parameters. */
function toScore(path: string): number {
  const segments = path.split('/')
  const scores = segments.map((segment) => {
    if (segment === '*') return -2
    if (segment.startsWith(':')) return 3
    return segment === '' ? 1 : 10
  })
  return scores.reduce((sum, score) => sum + score, segments.length)
}

function toPattern(path: string, isPrefix: boolean) {
  const names: string[] = []
  const source = path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => {
      if (segment === '*') {
        names.push('*')
        return '(.*)'
      }
      if (!segment.startsWith(':')) return escapePattern(segment)
      names.push(segment.slice(1))
      return '([^/]+)'
    })
    .join('/')
    // '/files/*' also matches '/files'.
    .replace(/\/\(\.\*\)$/, '(?:/(.*))?')
  return { pattern: new RegExp(`^${source}/?${isPrefix ? '(?=/|$)' : '$'}`, 'i'), names }
}

const escapePattern = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

function readParams(pattern: RegExp, names: string[], pathname: string): Params | null {
  const values = pattern.exec(pathname)
  if (!values) return null
  return Object.fromEntries(names.map((name, index) => [name, decode(values[index + 1] ?? '')]))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
