import { useCallback, useEffect, useRef, useState } from 'react';

export type RecorderState = 'idle' | 'asking' | 'recording' | 'kept';
/** Why there is no recording: the browser cannot, somebody said no, or there is no microphone. */
export type RecorderProblem = 'unsupported' | 'denied' | 'absent';

/** A recording that was made. */
export interface Recording {
  file: File;
  /** Address to listen to it, of this window alone. */
  address: string;
}

/** Extension by the kinds browsers record. */
const kinds = [
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
] as const;

/** A microphone that was given and cannot be recorded is no question of rights. */
function problemOf(error: unknown): RecorderProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError') return 'absent';
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'denied' : 'unsupported';
}

/** Records the microphone until it is stopped or `maxSeconds` are over. Leaving gives the microphone back. */
export function useRecorder(maxSeconds: number, name: () => string) {
  const [state, setState] = useState<RecorderState>('idle');
  const [problem, setProblem] = useState<RecorderProblem>();
  const [seconds, setSeconds] = useState(0);
  const [recording, setRecording] = useState<Recording>();
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  const isGone = useRef(false);

  const release = useCallback(() => {
    const running = recorder.current;
    recorder.current = undefined;
    if (running && running.state !== 'inactive') running.stop();
    for (const track of running?.stream.getTracks() ?? []) track.stop();
  }, []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      release();
    };
  }, [release]);
  useEffect(() => () => URL.revokeObjectURL(recording?.address ?? ''), [recording]);
  useEffect(() => {
    if (state !== 'recording') return;
    const begun = Date.now();
    const timer = setInterval(() => {
      const past = Math.floor((Date.now() - begun) / 1_000);
      setSeconds(past);
      if (past >= maxSeconds && recorder.current?.state === 'recording') recorder.current.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [state, maxSeconds]);

  const start = async () => {
    setProblem(undefined);
    const known = typeof MediaRecorder === 'undefined' ? undefined : kinds.find(([type]) => MediaRecorder.isTypeSupported(type));
    if (!known || !navigator.mediaDevices) {
      setProblem('unsupported');
      return;
    }
    setState('asking');
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const running = new MediaRecorder(stream, { mimeType: known[0] });
      recorder.current = running;
      if (isGone.current) {
        release();
        return;
      }
      const parts: Blob[] = [];
      running.ondataavailable = ({ data }) => parts.push(data);
      running.onstop = () => {
        for (const track of running.stream.getTracks()) track.stop();
        // Discarded meanwhile, or the page was left.
        if (recorder.current !== running) return;
        recorder.current = undefined;
        const file = new File(parts, `${name()}.${known[1]}`, { type: known[0] });
        setRecording({ file, address: URL.createObjectURL(file) });
        setState('kept');
      };
      running.start(1_000);
      setSeconds(0);
      setState('recording');
    } catch (error) {
      // Nobody listens: the microphone is given back.
      for (const track of stream?.getTracks() ?? []) track.stop();
      recorder.current = undefined;
      setState('idle');
      setProblem(problemOf(error));
    }
  };
  const stop = () => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  const discard = () => {
    release();
    setRecording(undefined);
    setState('idle');
  };
  return { state, problem, seconds, recording, start, stop, discard };
}
