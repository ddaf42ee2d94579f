import type * as z from 'zod/mini'

import type { twoFactorRemovalSchema } from '#shared/account.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { browserApi, noContent } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { FormButtons } from '../../../forms/form-buttons.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { paths } from '../../../navigation/paths.ts'
import { settingsText } from '../../../text/settings.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = { onLoggedOut: () => void; onCancel: () => void }

/** Turning two-factor authentication off ends all sessions, so the person logs in again. */
export function TwoFactorOffForm({ onLoggedOut, onCancel }: Props) {
  const { twoFactor: text, currentPassword, cancel } = settingsText
  const navigate = useNavigate()
  const { formProps, field, busy, wait } = useApiForm<z.input<typeof twoFactorRemovalSchema>>({
    loadSchema: lazySchema('twoFactorRemovalSchema'),
    defaultValues: { currentPassword: '', code: '' },
    onSubmit: async (values) => {
      await browserApi.post('/account/two-factor/off', values, noContent)
      toast(text.turnedOff)
      onLoggedOut()
      await navigate(paths.login)
    },
  })
  return (
    <ApiForm {...formProps}>
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <Field label={text.anyCode} autoComplete="one-time-code" {...field('code')} />
      <FormButtons
        submit={text.turnOff}
        cancel={cancel}
        variant="danger"
        busy={busy}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}
