import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { readCommands } from './commands-in-document.ts'
import { documentValues } from './document-values.ts'

const document = `# A
## One
\`\`\`sh
no
\`\`\`
## Two
1. First
   \`\`\`sh
   cp <your file> /etc
     indented
   \`\`\`
   \`\`\`sh certbot
   other
   \`\`\`
\`\`\`sh
last
\`\`\`
`

it('reads the commands of a section in their order, with the values of the reader', () => {
  expect(readCommands(document, 'Two', { '<your file>': 'a' })).toEqual([
    'cp a /etc\n  indented',
    'last',
  ])
})

it('refuses a place without a value, a value without a place, and a section that is gone', () => {
  expect(() => readCommands(document, 'Two', {})).toThrow('There is no value for <your file>.')
  expect(() => readCommands(document, 'Two', { '<your file>': 'a', '<other>': 'b' })).toThrow(
    'The document no longer contains <other>.',
  )
  expect(() => readCommands(document, 'Three', {})).toThrow('no section Three')
})

it('finds a value for every place in docs/operations/deploy.md', () => {
  const text = readFileSync('docs/operations/deploy.md', 'utf8')

  expect(readCommands(text, 'With systemd', documentValues(2525)).length).toBeGreaterThan(6)
})
