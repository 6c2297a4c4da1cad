import { createContext } from 'preact';

/** True once the user has tried to submit the surrounding form while a required field was empty. */
export const FormContext = createContext(false);
