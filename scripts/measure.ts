import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Prints the size of the project: `npm run measure`, or `npm run measure -- FOLDER` for another checkout. Source is code, styles
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function print(name: string, value: number | string) {
  console.log(`  ${name.padEnd(38)} ${value}`)
}
