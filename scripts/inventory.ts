// Writes docs/data-inventory.md from the entries of server/people/privacy/inventory/:
//   npm run inventory
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { toInventoryDocument } from '#server/people/privacy/inventory/document.ts'

writeFileSync(resolve(import.meta.dirname, '../docs/data-inventory.md'), toInventoryDocument())
