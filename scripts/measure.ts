import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { parseSync } from 'vite'

import { findGoneWords, type Finding } from '#test/architecture/vocabulary.ts'

/**
 * Prints size, structure and vocabulary of the project: `npm run measure`, `npm run measure -- <other checkout>`.
 * `npm run measure -- --words server/money/ledger` lists the gone words below a folder; `--verbose` names long functions and duplicates.
 */
const args = process.argv.slice(2)
const listed = args.includes('--words') ? (args[args.indexOf('--words') + 1] ?? '') : undefined
const isVerbose = args.includes('--verbose')
const [folder = '.'] = args.filter((arg) => !arg.startsWith('--') && arg !== listed)

const root = resolve(folder)
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
const paths = tracked.split('\n').filter((path) => path !== '')

type Source = { path: string; text: string; lines: string[] }

const sources = paths
  .filter((path) => /^(server|dev|web|shared|scripts|test)\/.*\.(tsx?|mjs)$/.test(path))
  .flatMap(readSource)
const isTest = ({ path }: Source) => /^test\/|\.(test|contract|spec)\.tsx?$/.test(path)

function report() {
  for (const [name, group] of Object.entries(Object.groupBy(sources, groupName))) {
    console.log(name)
    printSizes(group ?? [])
    printLongFunctions(group ?? [])
    printDuplicates(group ?? [])
    console.log('')
  }
  printMutualFolders(sources.filter((source) => !isTest(source)))
  printWords()
}

function groupName(source: Source) {
  return isTest(source) ? 'Tests' : 'Source (server, dev, web, shared, scripts)'
}

function readSource(path: string): Source[] {
  try {
    const text = readFileSync(join(root, path), 'utf8')
    return [{ path, text, lines: text.trimEnd().split('\n') }]
  } catch {
    // A tracked file that was deleted in the working tree.
    return []
  }
}

function printSizes(group: Source[]) {
  const sizes = group.map(({ lines }) => lines.length).toSorted((one, other) => one - other)
  const quantile = (share: number) => sizes[Math.floor(share * (sizes.length - 1))] ?? 0
  const longest = group.find(({ lines }) => lines.length === sizes.at(-1))
  print('files', sizes.length)
  print(
    'lines',
    sizes.reduce((sum, size) => sum + size, 0),
  )
  print('median · p90', `${quantile(0.5)} · ${quantile(0.9)}`)
  print('longest', `${sizes.at(-1) ?? 0} ${longest?.path ?? ''}`)
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])

function printLongFunctions(group: Source[]) {
  const long = group.flatMap(({ path, text }) =>
    functionsIn(parseSync(path, text).program)
      .map(({ start, end }) => countCodeLines(text.slice(start, end)))
      .filter((count) => count > 60)
      .map((count) => `${count} ${path}`),
  )
  print('functions over 60 lines', long.length)
  if (isVerbose) for (const one of long) print('', one)
}

type Span = { type: string; start: number; end: number }

function functionsIn(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(functionsIn)
  const span = node as Span
  return functionTypes.has(span.type) ? [span, ...inside] : inside
}

const countCodeLines = (text: string) =>
  text.split('\n').filter((line) => !/^\s*(\/\/.*|\/?\*.*)?$/.test(line)).length

/** Runs of at least six lines that occur twice, without imports, comments and translations, which have the same keys. */
function printDuplicates(group: Source[]) {
  const size = 6
  const seen = new Map<string, number>()
  const originals = group.filter(({ path }) => !path.includes('/pcm/'))
  const windows = originals.flatMap(({ path, text }) => {
    const code = text
      .replaceAll(/^(import|export) [^;'"]*? from '.*'$/gm, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line) && !/^(\/\/|\/?\*|import )/.test(line))
    return code.slice(0, Math.max(0, code.length - size + 1)).map((_, index) => {
      const key = code.slice(index, index + size).join('\n')
      seen.set(key, (seen.get(key) ?? 0) + 1)
      return { path, index, key }
    })
  })
  const repeated = windows.filter(({ key }) => (seen.get(key) ?? 0) > 1)
  const runs = repeated.filter(
    ({ path, index }, at) =>
      repeated[at - 1]?.path !== path || repeated[at - 1]?.index !== index - 1,
  )
  print('duplicated runs of 6+ lines', runs.length)
  if (isVerbose) for (const { path, key } of runs) print('', `${path}: ${key.split('\n')[0]}`)
}

function printMutualFolders(group: Source[]) {
  const edges = new Set<string>()
  for (const { path, text } of group)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)) {
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : relative('.', join(dirname(path), specifier))
      if (dirname(target) !== dirname(path)) edges.add(`${dirname(path)} ↔ ${dirname(target)}`)
    }
  const mutual = [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ↔ ')
    return from < to && edges.has(`${to} ↔ ${from}`)
  })
  console.log('Structure')
  print('mutual folder pairs', mutual.length)
  for (const pair of mutual) print('', pair)
}

function findWords(): Finding[] {
  return paths
    .filter((path) => /\.(tsx?|sql|md)$/.test(path))
    .flatMap(readSource)
    .flatMap(({ path, text }) => findGoneWords(path, text))
    .filter(({ isAllowed }) => !isAllowed)
}

function printWords() {
  const found = findWords()
  const area = ({ path }: Finding) =>
    path
      .split('/')
      .slice(0, path.startsWith('test/') ? 2 : -1)
      .slice(0, 2)
      .join('/')
  console.log('\nVocabulary')
  print('gone words found', found.length)
  for (const [name, count] of countBy(found, ({ word }) => word).slice(0, 40)) print(name, count)
  console.log('\nGone words by folder')
  for (const [name, count] of countBy(found, area)) print(name || '(root)', count)
}

function listWords(below: string) {
  const found = findWords().filter(({ path }) => path.startsWith(below))
  for (const { path, line, kind, word, use } of found)
    console.log(`${path}:${line} ${kind} “${word}” → ${use}`)
  console.log(`${found.length} found`)
}

function countBy(found: Finding[], key: (finding: Finding) => string) {
  return Object.entries(Object.groupBy(found, key))
    .map(([name, group]) => [name, group?.length ?? 0] as const)
    .toSorted(([, one], [, other]) => other - one)
}

function print(name: string, value: number | string) {
  console.log(`  ${name.padEnd(30)} ${value}`)
}

if (listed === undefined) report()
else listWords(listed)
