import {
  CheckOutlined,
  CloseCircleOutlined,
  CloseOutlined,
  DownOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  InboxOutlined,
  LeftOutlined,
  LockOutlined,
  QuestionCircleOutlined,
  ReloadOutlined,
  RightOutlined,
  SafetyOutlined,
  SearchOutlined,
  UpOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons-svg';
import type { IconDefinition } from '@ant-design/icons-svg/lib/types';

/** What signing in and the controls themselves show: here at once. All others load with the first of them. */
const ready: Record<string, IconDefinition> = {
  check: CheckOutlined,
  close: CloseOutlined,
  'close-circle': CloseCircleOutlined,
  down: DownOutlined,
  eye: EyeOutlined,
  'eye-invisible': EyeInvisibleOutlined,
  inbox: InboxOutlined,
  left: LeftOutlined,
  lock: LockOutlined,
  'question-circle': QuestionCircleOutlined,
  reload: ReloadOutlined,
  right: RightOutlined,
  safety: SafetyOutlined,
  search: SearchOutlined,
  up: UpOutlined,
  user: UserOutlined,
  warning: WarningOutlined,
};

/** Names of the icons that are always here. */
export const readyIcons: readonly string[] = Object.keys(ready);

export interface IconShape {
  viewBox: string;
  paths: string[];
}

/** Shape of a named icon among `others` and those that are always here; undefined for a name that is not in the list. */
export function iconShape(name: string, others: Record<string, IconDefinition> = {}): IconShape | undefined {
  const list = [ready, others].find((part) => Object.hasOwn(part, name));
  const found = list?.[name];
  return found && shapeOf(found);
}

/** Undefined for one whose parts depend on its colours. */
export function shapeOf({ icon }: IconDefinition): IconShape | undefined {
  if (typeof icon === 'function') return undefined;
  const paths = (icon.children ?? []).map((child) => child.attrs.d).filter((path) => path !== undefined);
  return { viewBox: icon.attrs.viewBox ?? '64 64 896 896', paths };
}
