import Type from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import { MAX_DAYS } from '../limits.ts';
import { faults as english, FaultDetails } from './en/faults.ts';

/** The texts of one language. */
type Faults = typeof english;

export type FaultCode = keyof Faults;

/** The codes whose texts contain nothing but what the other side said. */
export type PlainCode = {
  [Code in FaultCode]: Faults[Code] extends string | ((details: Pick<FaultDetails, 'said'>) => string)
    ? Code
    : never;
}[FaultCode];

interface WithCause {
  /** The technical details, for the log. */
  readonly cause?: unknown;
}

/** What a fault is made of besides its code: the details that its text contains. */
type Given = {
  [Code in FaultCode]: Faults[Code] extends (details: infer Details) => string
    ? [details: Details & WithCause]
    : [details?: Partial<FaultDetails> & WithCause];
};

/** A fault that people see in the chat. Each language has its text; `message` is the English one, for the log. */
export class ChatFault<Code extends FaultCode = FaultCode> extends Fault<Code> {
  readonly details: Partial<FaultDetails>;

  constructor(code: Code, ...[{ cause, ...details } = {}]: Given[Code]) {
    super(code, faultText(english, { code, details }), cause === undefined ? {} : { cause });
    this.details = details;
  }
}

/** Returns the text of a fault. */
export function faultText(
  faults: Faults,
  { code, details = {} }: { readonly code: FaultCode; readonly details?: Partial<FaultDetails> },
): string {
  const text = faults[code];
  return typeof text === 'string' ? text : text({ ...UNKNOWN, ...details });
}

/** Stands for the details that another version of Rolekeeper didn't store. */
const UNKNOWN: FaultDetails = {
  said: '',
  status: 0,
  seconds: 60,
  changes: 1,
  most: MAX_DAYS,
  powers: [],
  thing: 'thing',
  operation: 'do that',
  risk: 'twice',
};

/** A fault as stored. Another version may have written it: its code and details may be unknown. */
interface StoredFault {
  readonly code: string | null;
  /** The English text. */
  readonly message: string | null;
  readonly details?: unknown;
}

const StoredDetails = Type.Partial(FaultDetails);

/** Returns the text of a stored fault: in English if this version doesn't know its code. */
export function storedFaultText(faults: Faults, { code, message, details }: StoredFault): string {
  if (code === null || !isFaultCode(code)) return message ?? faults.UNEXPECTED;
  return faultText(faults, { code, details: Value.Check(StoredDetails, details) ? details : {} });
}

const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(english, code);
