import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Form,
  Heading,
  Modal,
  ModalOverlay,
} from 'react-aria-components';
import { Problem } from './problem.tsx';
import { notify } from './toasts.tsx';

interface Properties {
  /** Label of the button that opens the dialog. */
  readonly label: string;
  readonly title: string;
  /** Label of the submit button; default: `label`. */
  readonly action?: string;
  readonly isDangerous?: boolean;
  readonly isPrimary?: boolean;
  readonly isWide?: boolean;
  readonly children?: ReactNode;
  /** Submits; the reader sees the returned text. */
  readonly act: (fields: FormData) => Promise<string | null>;
}

/**
 * A button, the form behind the button, and the outcome. Every shown answer is fetched again
 * afterwards.
 */
export function FormDialog({
  label,
  isDangerous = false,
  isPrimary = false,
  isWide = false,
  ...rest
}: Properties) {
  return (
    <DialogTrigger>
      <Button className={isDangerous ? 'danger' : isPrimary ? 'primary' : 'plain'}>{label}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className={isWide ? 'modal wide' : 'modal'}>
          <Dialog>
            {({ close }) => <DialogForm {...{ label, isDangerous, ...rest }} close={close} />}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function DialogForm({
  label,
  title,
  action = label,
  isDangerous,
  children,
  act,
  close,
}: Properties & { readonly close: () => void }) {
  const cache = useQueryClient();
  const doing = useMutation({
    mutationFn: act,
    onSuccess: (told) => {
      if (told !== null) notify(told);
      void cache.invalidateQueries();
      close();
    },
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!doing.isPending) doing.mutate(new FormData(event.currentTarget));
      }}
    >
      <Heading slot="title">{title}</Heading>
      {children}
      {doing.error && <Problem error={doing.error} />}
      <div className="actions">
        {/* Not disabled meanwhile: it would lose the focus, and Escape reach nobody. */}
        <Button type="submit" className={isDangerous ? 'danger' : 'primary'}>
          {action}
        </Button>
        <Button onPress={close}>Cancel</Button>
      </div>
    </Form>
  );
}
