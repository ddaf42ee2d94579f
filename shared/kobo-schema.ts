import * as z from 'zod/mini'

import { kobo } from './money.ts'

/** Kobo in JSON. */
export const koboSchema = z.pipe(z.int(), z.transform(kobo))
