import { settingsText } from '../../../text/settings.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { DisclosureForm } from './disclosure-form.tsx'

type Props = { hasTwoFactor: boolean; onDeleted: () => void }

/** The person's rights to their data: a copy, and deletion. */
export function PersonalData({ hasTwoFactor, onDeleted }: Props) {
  const { personalData: text } = settingsText
  return (
    <section className="grid max-w-lg gap-4" aria-labelledby="personal-data">
      <h2 id="personal-data" className="text-lg font-semibold">
        {text.title}
      </h2>
      <p className="text-muted">{text.downloadHint}</p>
      <a href="/api/account/data" download className={buttonClass('quiet')}>
        {text.download}
      </a>
      <DisclosureForm opener={text.deleteAccount} variant="quiet-danger">
        {(close) => (
          <DeleteAccountForm hasTwoFactor={hasTwoFactor} onDeleted={onDeleted} onCancel={close} />
        )}
      </DisclosureForm>
    </section>
  )
}
