import type * as z from 'zod/mini'

import type { accountDeletionSchema } from '#shared/account.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { browserApi, noContent } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { FormButtons } from '../../../forms/form-buttons.tsx'
import { HoldNote, isHold } from '../../../forms/hold-note.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { paths } from '../../../navigation/paths.ts'
import { settingsText } from '../../../text/settings.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = { hasTwoFactor: boolean; onDeleted: () => void; onCancel: () => void }

export function DeleteAccountForm({ hasTwoFactor, onDeleted, onCancel }: Props) {
  const { personalData: text, currentPassword, twoFactor, cancel } = settingsText
  const navigate = useNavigate()
  const { formProps, field, busy, wait } = useApiForm<z.input<typeof accountDeletionSchema>>({
    loadSchema: lazySchema('accountDeletionSchema'),
    defaultValues: { currentPassword: '', ...(hasTwoFactor && { code: '' }) },
    onSubmit: async (values) => {
      await browserApi.post('/account/deletion', values, noContent)
      onDeleted()
      await navigate(paths.landing)
      toast(text.deleted)
    },
  })
  return (
    <ApiForm {...formProps} note={wait && isHold(wait) && <HoldNote refusal={wait} />}>
      <p className="font-medium">{text.deleteHint}</p>
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      {hasTwoFactor && (
        <Field label={twoFactor.anyCode} autoComplete="one-time-code" {...field('code')} />
      )}
      <FormButtons
        submit={text.deleteForGood}
        cancel={cancel}
        variant="danger"
        busy={busy}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}
