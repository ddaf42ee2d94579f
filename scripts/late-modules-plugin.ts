import type { Plugin } from 'vite'

const mark = '?data'
const isApp = ({ name }: { name: string }) => name === 'client' || name.startsWith('client_')
const isMarked = (id: string) => id.endsWith(mark)

/**
 * Makes modules of their own of what a page needs only after its first render, although the same files hold what it needs before: loaders with
 * their schemas, schemas that are imported on demand, and the class of the client router. A bundler splits by file, not by export.
 */
export const lateModules: Plugin = {
  name: 'late-modules',
  enforce: 'pre',
  applyToEnvironment: isApp,
  async resolveId(source, importer, { kind }) {
    if (!importer) return null
    const isLate =
      isMarked(source) ||
      isMarked(importer) ||
      kind === 'dynamic-import' ||
      importer.endsWith('/web/app/open-router.ts')
    if (!isLate) return null
    const resolved = await this.resolve(source.replace(mark, ''), importer, { skipSelf: true })
    if (!resolved || !(isMarked(source) || canBeLate(resolved.id, isMarked(importer)))) return null
    return { ...resolved, id: resolved.id + mark }
  },
  transform(code, id) {
    return /\/web\/.*\.tsx?$/.test(id) ? importSchemasApart(code) : null
  },
}

/** Components that check a form import its schema beside names that others need without a schema. */
function importSchemasApart(code: string): string {
  return code.replaceAll(
    /^import \{([^}]+)\} from '(#shared\/[^']+)'$/gm,
    (statement, names: string, source: string) => {
      const all = names.split(',').filter((name) => name.trim() !== '')
      const schemas = all.filter((name) => name.trim().endsWith('Schema'))
      if (schemas.length === 0) return statement
      const others = all.filter((name) => !schemas.includes(name))
      return `import {${others.join(',')}} from '${source}';import {${schemas.join(',')}} from '${source}${mark}'`
    },
  )
}

/** Modules without state: two copies of others would disagree. */
function canBeLate(id: string, isImporterLate: boolean): boolean {
  if (/\/shared\/(?:[a-z]+\/)?[a-z-]+\.ts$/.test(id)) return true
  if (id.endsWith('.loaders.ts')) return isImporterLate
  return /\/react-router\/dist\/production\/(index|lib\/dom\/lib|lib\/router\/router)\.js$/.test(id)
}

/** Lets a bundler drop the schemas of `shared/` that no module imports, although functions make them. */
export const droppableSchemas: Plugin = {
  name: 'droppable-schemas',
  enforce: 'post',
  applyToEnvironment: isApp,
  transform(code, id) {
    if (!/\/shared\/[a-z/-]+\.ts(?:\?data)?$/.test(id)) return null
    let result = code
    const calls = this.parse(code).body.flatMap((statement) => {
      const declared =
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declared?.type !== 'VariableDeclaration') return []
      return declared.declarations.flatMap(({ init }) =>
        init?.type === 'CallExpression' ? [init] : [],
      )
    })
    for (const { start, end } of calls.toReversed())
      result = `${result.slice(0, start)}/* @__PURE__ */ (() => ${result.slice(start, end)})()${result.slice(end)}`
    return { code: result, map: null }
  },
}
