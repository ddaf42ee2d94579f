import { forgotPasswordSchema } from './account.ts'

/** POST /api/campaigns/{id}/follow-links. */
export const followFormSchema = forgotPasswordSchema
