import * as z from 'zod/mini'

import { donorEmailSchema } from './donor-email.ts'
import { invalid } from './text/invalid.ts'
import { claimsStaff, hasContact } from './support-words.ts'
import { oneLine, paragraphs, refused } from './text.ts'
import { timeSchema } from './time-schema.ts'

/** Links, numbers and addresses would show one of the two to the other. */
const withoutContact = refused((text) => (hasContact(text) ? invalid.questionWords : undefined))

const words = (message: string) =>
  z.pipe(paragraphs({ min: 1, max: 2_000, message }), z.string().check(withoutContact))

/** POST /api/campaigns/{id}/questions. People who are logged in ask with the address of their account. */
export const askQuestionSchema = z.object({
  name: z.pipe(
    oneLine({ min: 1, max: 60, message: invalid.name }),
    z.string().check(
      withoutContact,
      refused((name) => (claimsStaff(name) ? invalid.staffName : undefined)),
    ),
  ),
  email: z.optional(donorEmailSchema),
  question: words(invalid.question),
})
export type AskQuestion = z.output<typeof askQuestionSchema>

/** False while the asker has to confirm the address. */
export const questionAskedSchema = z.object({ isSent: z.boolean() })

/** POST /api/campaigns/{id}/questions/{question}/answer. */
export const answerQuestionSchema = z.object({ answer: words(invalid.answer) })

export const campaignQuestionSchema = z.object({
  id: z.string(),
  name: z.string(),
  question: z.string(),
  at: timeSchema,
  state: z.enum(['sent', 'answered', 'reported']),
  answer: z.nullable(z.string()),
})
export type CampaignQuestion = z.output<typeof campaignQuestionSchema>

/** GET /api/campaigns/{id}/questions, for the organiser. */
export const campaignQuestionsSchema = z.object({ questions: z.array(campaignQuestionSchema) })
