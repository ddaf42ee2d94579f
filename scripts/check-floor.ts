import { readdirSync, readFileSync } from 'node:fs'

import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { parse } from 'postcss'
import { parseAst } from 'vite'

import { browserFloor } from './browser-floor.ts'

/** Refuses a build that uses a built-in or a CSS feature newer than the oldest browsers (browser-floor.ts), by the data of MDN. */

/** Newer names that the build may contain, because they are tested before their use or belong to no built-in. */
const accepted = new Set(
  [
    'reportError showPopover() hidePopover() createPolicy() createScriptURL() trustedTypes',
    'Error.captureStackTrace createContext() Profiler use() move() error() isValid()',
  ].flatMap((line) => line.split(' ')),
)
/** What a browser without it draws less well and can still be used: a table instead of cards, no movement, a page that scrolls behind a dialog. */
const acceptedStyles = new Set(
  [
    '-webkit-tap-highlight-color accent-color container container-type content-visibility outline forced-color-adjust',
    'text-wrap user-select translate scale rotate @container @property :has :open :modal :popover-open',
    'scrollbar-gutter ::details-content :first ::-webkit-progress-bar ::-webkit-progress-value ::-moz-progress-bar',
    '::-webkit-inner-spin-button',
  ].flatMap((line) => line.split(' ')),
)

function isSupported({ support }: CompatStatement): boolean {
  return (['chrome', 'firefox', 'safari'] as const).every((browser) => {
    const [first] = [support[browser]].flat()
    const { version_added: added, flags } = first ?? { version_added: false }
    return (
      typeof added === 'string' &&
      !flags &&
      Number(added.replace('≤', '')) <= Number(browserFloor[browser])
    )
  })
}

/** True for what some interface had by then, by its name: 'URL', 'URL.canParse' or 'toSorted()'. */
const names = new Map<string, boolean>()
const add = (name: string, { __compat }: Identifier) => {
  if (__compat) names.set(name, names.get(name) === true || isSupported(__compat))
}
const { builtins } = bcd.javascript
for (const [owner, members] of Object.entries<Identifier>({
  ...bcd.api,
  ...builtins,
  ...builtins?.['Intl'],
} as Record<string, Identifier>)) {
  add(builtins?.['Intl']?.[owner] ? `Intl.${owner}` : owner, members)
  for (const [key, member] of Object.entries<Identifier>(members)) {
    const name = key.replace(/_static$/, '')
    add(`${owner}.${name}`, member)
    // Our own functions have names of one word too, but not those of the language's built-ins.
    if (owner in (builtins ?? {}) || /[A-Z]/.test(name)) add(`${name}()`, member)
  }
}

const found = new Map<string, string>()
const note = (name: string, file: string) => {
  if (names.get(name) === false && !accepted.has(name)) found.set(name, file)
}

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Safari 16.4 was the first with lookbehind. The build turns such a literal into a call with a text. */
const notePattern = (pattern: unknown, file: string) => {
  if (typeof pattern === 'string' && /\(\?<[=!]/.test(pattern)) found.set(pattern, file)
}

const visitors: Record<string, (node: Node, file: string) => void> = {
  Identifier: ({ name }, file) => note(String(name), file),
  MemberExpression: ({ object, property, computed }, file) => {
    if (isNode(object) && isNode(property) && !computed)
      note(`${String(object['name'])}.${String(property['name'])}`, file)
  },
  CallExpression: ({ callee }, file) => {
    if (!isNode(callee) || !isNode(callee['property']) || callee['computed']) return
    const owner = isNode(callee['object']) ? String(callee['object']['name']) : ''
    const name = String(callee['property']['name'])
    if (!names.has(`${owner}.${name}`)) note(`${name}()`, file)
  },
  Literal: ({ regex, value }, file) => {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string }
    if (flags?.includes('v')) found.set(`/${pattern}/${flags}`, file)
    notePattern(pattern ?? value, file)
  },
  TemplateElement: ({ value }, file) => notePattern((value as { raw: string }).raw, file),
}

function walk(value: unknown, file: string) {
  if (Array.isArray(value)) for (const each of value) walk(each, file)
  else if (isNode(value)) {
    visitors[value.type]?.(value, file)
    for (const each of Object.values(value)) walk(each, file)
  }
}

function checkStyles(text: string, file: string) {
  const noteStyle = (name: string, node: Identifier | undefined) => {
    if (node?.__compat && !isSupported(node.__compat) && !acceptedStyles.has(name))
      found.set(name, file)
  }
  const root = parse(text)
  root.walkDecls(({ prop }) => noteStyle(prop, bcd.css.properties?.[prop]))
  root.walkAtRules(({ name }) => noteStyle(`@${name}`, bcd.css['at-rules']?.[name]))
  root.walkRules(({ selector }) => {
    for (const [pseudo, name = ''] of selector.matchAll(/::?([a-z-]+)/g))
      noteStyle(pseudo, bcd.css.selectors?.[name])
  })
}

for (const file of readdirSync('dist/client', { recursive: true, encoding: 'utf8' })) {
  const read = () => readFileSync(`dist/client/${file}`, 'utf8')
  if (file.endsWith('.js')) walk(parseAst(read()), file)
  if (file.endsWith('.css')) checkStyles(read(), file)
}
for (const [name, file] of found)
  process.stdout.write(`${name} in ${file} is newer than the floor\n`)
process.exitCode = found.size > 0 ? 1 : 0
