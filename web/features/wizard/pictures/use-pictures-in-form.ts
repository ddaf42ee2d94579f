import { useEffect } from 'react'

import { toStoredImages, type Picture } from './use-pictures.ts'
import type { WizardForms } from '../form/wizard-form.ts'

/** Copies the uploaded pictures into the field of the second tab. */
export function usePicturesInForm(form: WizardForms['information'], pictures: readonly Picture[]) {
  useEffect(() => {
    const images = toStoredImages(pictures)
    if (JSON.stringify(images) === JSON.stringify(form.getValues('images'))) return
    form.setValue('images', images, { shouldDirty: true, shouldValidate: images.length > 0 })
  }, [form, pictures])
}
