import { settingsText } from '../../text/settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { UnfoldingForm } from './unfolding-form.tsx'

type Props = { hasSecondFactor: boolean; onDeleted: () => void }

/** What a person may ask of whoever keeps data about them: a copy, and an end. */
export function PersonalData({ hasSecondFactor, onDeleted }: Props) {
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
      <UnfoldingForm opener={text.deleteAccount} variant="quiet-danger">
        {(close) => (
          <DeleteAccountForm
            hasSecondFactor={hasSecondFactor}
            onDeleted={onDeleted}
            onCancel={close}
          />
        )}
      </UnfoldingForm>
    </section>
  )
}
