import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { answerSchema } from '#shared/campaign-edit.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { ownerText } from '../../text/owner.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { campaignId: string; onAnswered: () => void }

/** The owner's words to the reviewer who asked. */
export function AnswerForm({ campaignId, onAnswered }: Props) {
  const text = ownerText
  const { register, handleSubmit, formState } = useForm<z.input<typeof answerSchema>>({
    resolver: zodResolver(answerSchema, undefined, { raw: true }),
    defaultValues: { answer: '' },
  })
  const send = async (body: z.input<typeof answerSchema>) => {
    try {
      await browserApi.post(`/campaigns/${encodeURIComponent(campaignId)}/answer`, body, noContent)
      toast(text.answered)
      onAnswered()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    }
  }
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-3">
      <TextAreaField
        label={text.answer}
        hint={text.answerHint}
        rows={3}
        maxLength={2_000}
        error={formState.errors.answer?.message}
        {...register('answer')}
      />
      <Button type="submit" busy={formState.isSubmitting} className="sm:justify-self-start">
        {text.sendAnswer}
      </Button>
    </form>
  )
}
