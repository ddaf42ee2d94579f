import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { argv } from 'node:process'

import {
  parse,
  TYPE,
  type MessageFormatElement,
  type PluralOrSelectOption,
} from '@formatjs/icu-messageformat-parser'

import { languageCodes, type Language } from '#shared/language.ts'

/**
 * Writes the modules from which code imports texts: `locales/pcm/web/refund.json` becomes `web/text/pcm/refund.ts`. A message with placeholders
 * becomes a function, so that no parser reaches the browser. It refuses a catalogue whose keys or placeholders differ from English.
 */
type Texts = string | Texts[] | { [key: string]: Texts }
type Versions = Record<string, Texts>

/** Folders of modules. A build for browsers replaces those of English. What people send to others is in every language on one page. */
const sides = {
  web: (language: Language) => (language === 'en' ? 'web/text' : `web/text/${language}`),
  shared: (language: Language) => (language === 'en' ? 'shared/text' : `shared/text/${language}`),
  server: (language: Language) => `server/text/${language}`,
  sent: (language: Language) => `shared/sent/${language}`,
}
type Side = keyof typeof sides

type Settings = { formats: string }

const mark = '// Generated from locales/ by scripts/texts.ts.\n'

export class InvalidTexts extends Error {}

/** Writes what changed, so that nothing is built or checked again without a reason. */
export function writeTexts() {
  const modules = compileCatalogues(readCatalogues())
  for (const [path, code] of modules) {
    if (existsSync(path) && readFileSync(path, 'utf8') === code) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  for (const path of ['web/text', 'shared/text', 'server/text', 'shared/sent'].flatMap(listModules))
    if (!modules.has(path)) removeStale(path)
}

function listModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
}

function removeStale(path: string) {
  if (!readFileSync(path, 'utf8').startsWith(mark))
    throw new InvalidTexts(`${path}: only texts are here, and they are written in locales/.`)
  rmSync(path)
}

type Catalogues = Map<string, Versions>

/** By `<side>/<area>`. */
function readCatalogues(): Catalogues {
  const found: Catalogues = new Map()
  for (const language of languageCodes)
    for (const side of Object.keys(sides))
      for (const name of readdirSync(`locales/${language}/${side}`)) {
        const path = `${side}/${basename(name, '.json')}`
        const versions = found.get(path) ?? {}
        versions[language] = readCatalogue(`locales/${language}/${side}/${name}`)
        found.set(path, versions)
      }
  return found
}

function readCatalogue(path: string): Texts {
  const text = readFileSync(path, 'utf8')
  const texts = JSON.parse(text) as Texts
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon)
  if (written.length !== countKeys(texts)) throw new InvalidTexts(`${path}: a key is there twice`)
  return texts
}

function countKeys(texts: Texts): number {
  if (typeof texts === 'string') return 0
  const inside = Object.values(texts).reduce((sum: number, each) => sum + countKeys(each), 0)
  return inside + (Array.isArray(texts) ? 0 : Object.keys(texts).length)
}

/** The modules by their paths. Throws all that is wrong at once. */
export function compileCatalogues(catalogues: Catalogues): Map<string, string> {
  const problems: string[] = []
  const modules = new Map<string, string>()
  for (const [path, versions] of catalogues)
    for (const language of languageCodes) {
      const [side, area] = path.split('/') as [Side, string]
      const report = (key: string, problem: string) =>
        problems.push(`locales/${language}/${path}.json: ${key}${key && ': '}${problem}`)
      if (versions['en'] === undefined) report('', 'English has no such catalogue')
      else if (versions[language] === undefined) report('', 'the catalogue is missing')
      else
        modules.set(
          `${sides[side](language)}/${area}.ts`,
          writeModule(nameExport(side, area), emit({ language, report }, '', versions)),
        )
    }
  if (problems.length > 0) throw new InvalidTexts(problems.join('\n'))
  for (const language of languageCodes)
    for (const toFolder of Object.values(sides))
      modules.set(`${toFolder(language)}/language.ts`, writeLanguage(language))
  const areas = [...catalogues.keys()].map((path) => path.split('/') as [Side, string])
  const listAreas = (...wanted: Side[]) => areas.filter(([side]) => wanted.includes(side))
  modules.set('server/text/texts.ts', writeIndex(listAreas('server', 'shared')))
  modules.set('shared/sent/texts.ts', writeIndex(listAreas('sent')))
  return modules
}

const camel = (area: string) => area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `refundText` of pages and mails. What both sides share is named by its file: `invalid`. */
const nameExport = (side: Side, area: string) => camel(area) + (side === 'shared' ? '' : 'Text')

function writeModule(name: string, value: string): string {
  const helpers = ['formatCount', 'plural'].filter((helper) => value.includes(`${helper}(values`))
  const imports =
    (value.includes(brandName) ? "import { brand } from '#shared/brand.ts'\n\n" : '') +
    (helpers.length > 0 ? `import { ${helpers.join(', ')} } from './language.ts'\n\n` : '')
  return `${mark}${imports}export const ${name} = ${value}\n`
}

/** Browsers have no formats for some languages, so each names the locale of its days, numbers and plurals. */
function writeLanguage(code: Language): string {
  const { formats } = JSON.parse(readFileSync(`locales/${code}/language.json`, 'utf8')) as Settings
  return `${mark}import type { Language } from '#shared/language.ts'

export const language: { code: Language; formats: string } = { code: '${code}', formats: '${formats}' }

const rules = new Intl.PluralRules(language.formats)
const numbers = new Intl.NumberFormat(language.formats)

type Forms = { other: string; [form: string]: string }

/** The form for an exact count ('=0'), or by the plural rules of the language. */
export const plural = (count: number, forms: Forms): string =>
  forms[\`=\${count}\`] ?? forms[rules.select(count)] ?? forms.other

/** A count with thousands separators: '1,234'. */
export const formatCount = (count: number): string => numbers.format(count)\n`
}

/** For code that writes several languages. */
function writeIndex(areas: [Side, string][]): string {
  const imports = languageCodes.flatMap((language) =>
    areas.map(([side, area]) => {
      const name = nameExport(side, area)
      return `import { ${name} as ${language}_${name} } from '#${sides[side](language)}/${area}.ts'`
    }),
  )
  const objects = languageCodes.map((language) => {
    const type = language === 'en' ? '' : ': typeof en'
    const values = areas.map(
      ([side, area]) => `  ${camel(area)}: ${language}_${nameExport(side, area)},`,
    )
    return `const ${language}${type} = {\n${values.join('\n')}\n}`
  })
  return `${mark}import type { Language } from '#shared/language.ts'
${imports.join('\n')}

${objects.join('\n')}

export const texts: Record<Language, typeof en> = { ${languageCodes.join(', ')} }\n`
}

type Scope = { language: Language; report: (key: string, problem: string) => void }

/** The value of a text in TypeScript. */
function emit(scope: Scope, key: string, versions: Versions): string {
  const { en: english = '', [scope.language]: own = '' } = versions
  if (typeof english === 'string') return emitMessage(scope, key, versions)
  if (typeof own === 'string' || Array.isArray(own) !== Array.isArray(english)) {
    scope.report(key, 'it is of another kind in English')
    return ''
  }
  const keys = Object.keys(english)
  const at = (name: string) => (key === '' ? name : `${key}.${name}`)
  for (const name of keys) if (!Object.hasOwn(own, name)) scope.report(at(name), 'it is missing')
  for (const name of Object.keys(own))
    if (!keys.includes(name)) scope.report(at(name), 'English has no such text')
  const values = keys
    .filter((name) => Object.hasOwn(own, name))
    .map((name) => [name, emit(scope, at(name), pick(versions, name))])
  return Array.isArray(english)
    ? `[${values.map(([, value]) => value).join(', ')}]`
    : `{\n${values.map(([name, value]) => `${JSON.stringify(name)}: ${value},`).join('\n')}\n}`
}

function pick(versions: Versions, key: string): Versions {
  return Object.fromEntries(
    Object.entries(versions).flatMap(([language, texts]) => {
      const text = typeof texts === 'string' ? undefined : new Map(Object.entries(texts)).get(key)
      return text === undefined ? [] : [[language, text]]
    }),
  )
}

/** A string, or a function of one object with the placeholders. A placeholder that decides a plural in some language is a number in all. */
function emitMessage({ language, report }: Scope, key: string, versions: Versions): string {
  const { en: english, [language]: own } = versions
  if (typeof own !== 'string' || typeof english !== 'string') {
    report(key, 'it is one text in English')
    return ''
  }
  if (own.trim() === '' && english !== '') report(key, 'it is empty')
  try {
    const [found, expected] = [listNames(own), listNames(english)]
    if (found !== expected)
      report(key, `it has the placeholders ${found || '–'}, English has ${expected || '–'}`)
    const types = mergeTypes(Object.values(versions).filter((text) => typeof text === 'string'))
    return emitValue(parseMessage(own), types)
  } catch (error) {
    report(key, String(error))
    return ''
  }
}

function emitValue(message: MessageFormatElement[], types: Map<string, string>): string {
  if (types.size === 0 && !message.some(hasName))
    return JSON.stringify(
      message.map((part) => (part.type === TYPE.literal ? part.value : '')).join(''),
    )
  if (types.size === 0) return emitParts(message)
  const fields = [...types].map(([name, type]) => `${name}: ${type}`)
  return `(values: { ${fields.join('; ')} }) => ${emitParts(message)}`
}

/** Catalogues name Ajo, and modules its brand: an operator may choose another name. */
const ownName = /\bAjo\b/g
const brandName = '${brand}'
const hasName = (part: MessageFormatElement) =>
  part.type === TYPE.literal && part.value.search(ownName) >= 0

const parseMessage = (text: string) => parse(text, { ignoreTag: true })

const listNames = (text: string) => [...mergeTypes([text]).keys()].toSorted().join(', ')

const typeRank = ['string', 'string | number', 'number']

function mergeTypes(texts: string[]): Map<string, string> {
  const types = new Map<string, string>()
  const add = (name: string, type: string) => {
    const known = types.get(name) ?? 'string'
    types.set(name, typeRank.indexOf(type) > typeRank.indexOf(known) ? type : known)
  }
  const visit = (parts: MessageFormatElement[]) => {
    for (const part of parts) {
      if (part.type === TYPE.argument) add(part.value, 'string | number')
      else if (part.type === TYPE.number) add(part.value, 'number')
      else if (part.type === TYPE.plural || part.type === TYPE.select) {
        add(part.value, part.type === TYPE.plural ? 'number' : 'string')
        for (const { value } of Object.values(part.options)) visit(value)
      } else if (part.type !== TYPE.literal && part.type !== TYPE.pound) throw unsupported()
    }
  }
  for (const text of texts) visit(parseMessage(text))
  return types
}

/** An expression. `counted` is the number that # stands for. */
function emitParts(parts: MessageFormatElement[], counted = ''): string {
  const [first] = parts
  if (parts.length === 1 && first && first.type !== TYPE.literal && first.type !== TYPE.argument)
    return emitPart(first, counted)
  const text = parts.map((part) =>
    part.type === TYPE.literal
      ? part.value.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll(ownName, () => brandName)
      : `\${${emitPart(part, counted)}}`,
  )
  return `\`${text.join('')}\``
}

function emitPart(part: MessageFormatElement, counted: string): string {
  if (part.type === TYPE.argument) return toValue(part.value)
  if (part.type === TYPE.pound) return `formatCount(${counted})`
  if (part.type === TYPE.number && !part.style) return `formatCount(${toValue(part.value)})`
  if (part.type === TYPE.select) return emitSelect(toValue(part.value), part.options, counted)
  if (part.type === TYPE.plural && part.offset === 0 && part.pluralType === 'cardinal') {
    const value = toValue(part.value)
    const forms = Object.entries(part.options).map(
      ([form, option]) => `${JSON.stringify(form)}: ${emitParts(option.value, value)}`,
    )
    return `plural(${value}, { ${forms.join(', ')} })`
  }
  throw unsupported()
}

const unsupported = () =>
  new Error('use {name}, {name, number}, {name, plural, …} or {name, select, …}')

function emitSelect(
  value: string,
  options: Record<string, PluralOrSelectOption>,
  counted: string,
): string {
  const other = emitParts(options['other']?.value ?? [], counted)
  return Object.entries(options)
    .filter(([name]) => name !== 'other')
    .map(([name, option]) => `${value} === '${name}' ? ${emitParts(option.value, counted)} : `)
    .concat(other)
    .join('')
}

function toValue(name: string): string {
  if (!/^[a-z]\w*$/i.test(name)) throw new Error(`{${name}} is not a word`)
  return `values.${name}`
}

if (argv[1]?.endsWith('scripts/texts.ts')) {
  try {
    writeTexts()
  } catch (error) {
    if (!(error instanceof InvalidTexts)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
