import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Prints the size and the structure of the project: `npm run measure`, or `npm run measure -- FOLDER` for another checkout. Source is code, styles
 * and SQL without tests; documents are not counted.
 */
const root = resolve(process.argv[2] ?? '.')
const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((path) => path !== '')

type File = { path: string; text: string; lines: number }

const files = paths.filter((path) => /\.(tsx?|mjs|js|css|sql|html|sh)$/.test(path)).flatMap(read)
const isTest = ({ path }: File) => /(^|\/)test\/|\.(test|contract|spec)\.tsx?$/.test(path)
const source = files.filter((file) => !isTest(file))

printSizes('Source', source, ({ path }) => toFolder(path, 2))
printSizes('Tests', files.filter(isTest), ({ path }) =>
  toFolder(path, path.startsWith('test/') ? 2 : 1),
)
console.log('Structure')
const imports = new Map(source.map(({ path, text }) => [path, listImports(path, text)]))
printList('import circles', listCircles(imports))
printList('folder pairs that import each other', listFolderPairs(imports))
print('decisions', paths.filter((path) => /^docs\/decisions\/\d+.*\.md$/.test(path)).length)
print('migrations', paths.filter((path) => /\/migrations\/\d+.*\.sql$/.test(path)).length)

function read(path: string): File[] {
  try {
    const text = readFileSync(join(root, path), 'utf8')
    return [{ path, text, lines: text.split('\n').length - 1 }]
  } catch {
    // A tracked file that was deleted in the working tree.
    return []
  }
}

/** The first folders of a path, without the file's own name. */
function toFolder(path: string, depth: number): string {
  return path.split('/').slice(0, -1).slice(0, depth).join('/') || '(root)'
}

function printSizes(title: string, group: File[], toName: (file: File) => string) {
  const sizes = group.map(({ lines }) => lines).toSorted((one, other) => one - other)
  console.log(title)
  print('files · lines', `${group.length} · ${sum(sizes)}`)
  print(
    'median · p90',
    `${sizes[sizes.length >> 1] ?? 0} · ${sizes[Math.floor(sizes.length * 0.9)] ?? 0}`,
  )
  const folders = Object.entries(Object.groupBy(group, toName))
    .map(([name, inside = []]) => ({
      name,
      count: inside.length,
      lines: sum(inside.map(({ lines }) => lines)),
    }))
    .toSorted((one, other) => other.lines - one.lines)
  for (const { name, count, lines } of folders) print(`  ${name}`, `${count} · ${lines}`)
  console.log('')
}

/** The files that a module imports, without types, which exist only for the compiler. */
function listImports(path: string, text: string): string[] {
  const specifiers = text.matchAll(
    /^(?:import|export) (?!type )(?:[^'";]*? from )?'([.#][^']+)'|\bimport\('([.#][^']+)'\)/gm,
  )
  return [...specifiers]
    .map(([, one, other]) => one ?? other ?? '')
    .map((specifier) =>
      specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier),
    )
}

/** Groups of files that reach each other, by Tarjan's algorithm. */
function listCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[] = []
  const visit = (path: string) => {
    order.set(path, order.size)
    lowest.set(path, order.size - 1)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next))
        lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(path) !== order.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) circles.push(group.join(' → '))
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return circles
}

function listFolderPairs(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const edges = new Set(
    [...graph].flatMap(([path, targets]) =>
      targets
        .filter((target) => dirname(target) !== dirname(path))
        .map((target) => `${dirname(path)} ↔ ${dirname(target)}`),
    ),
  )
  return [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ↔ ')
    return from < to && edges.has(`${to} ↔ ${from}`)
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function printList(name: string, entries: readonly string[]) {
  print(name, entries.length)
  for (const entry of entries) console.log(`    ${entry}`)
}

function print(name: string, value: number | string) {
  console.log(`  ${name.padEnd(38)} ${value}`)
}
