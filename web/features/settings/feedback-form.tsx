import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { feedbackSchema } from '#shared/feedback.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { showRefusal } from './refusal.ts'

type Feedback = z.input<typeof feedbackSchema>

/** 'Feedback': stored and mailed to the operator (readings M7). */
export function FeedbackForm() {
  const text = settingsText
  const form = useForm<Feedback>({
    resolver: zodResolver(feedbackSchema, undefined, { raw: true }),
    defaultValues: { feedback: '' },
  })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async (feedback) => {
    try {
      await browserApi.post('/feedback', feedback, noContent)
      toast(text.feedbackSent)
      form.reset()
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={send} className="grid max-w-lg gap-5">
      <h2 className="text-lg font-semibold">{text.feedbackIntro}</h2>
      <TextAreaField
        label={text.feedback}
        rows={6}
        maxLength={5_000}
        error={errors.feedback?.message}
        {...form.register('feedback')}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {text.sendFeedback}
      </Button>
    </form>
  )
}
