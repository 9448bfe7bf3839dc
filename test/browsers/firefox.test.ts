import { describeChangedFiles } from "./changed-files.js";
import { describeField } from "./field.js";
import { firefox } from "./firefox.js";
import { describeTasks } from "./tasks.js";

describeTasks(firefox, 1);
describeChangedFiles(firefox, true);
describeField(firefox, false);
