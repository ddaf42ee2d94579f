import * as z from 'zod/mini'

import { kobo } from './money.ts'

export const koboSchema = z.pipe(z.int(), z.transform(kobo))
