@echo off
rem Runs KAHKM Streams with the JVM flags it needs (Windows).
rem JAVA_HOME chooses the JVM (17 or later); KAHKM_JAVA_OPTS adds JVM options, such as -Xmx4g.
setlocal
set "kahkm_home=%~dp0"
set "kahkm_java=java"
if defined JAVA_HOME set "kahkm_java=%JAVA_HOME%\bin\java.exe"
"%kahkm_java%" -version >nul 2>&1
if errorlevel 1 (
  echo kahkm: %kahkm_java% does not start; install Java 17 or later, or set JAVA_HOME to it 1>&2
  exit /b 2
)
rem The vector kernels need this module, which a runtime cut to size may lack; java then would not start.
set "kahkm_vectors=--add-modules=jdk.incubator.vector"
"%kahkm_java%" %kahkm_vectors% -version >nul 2>&1
if errorlevel 1 set "kahkm_vectors="
rem These compute nothing that vectors would speed up, and the JVM warns of the module.
for %%c in (init inspect replay simulate topics topology --version --help -V -h) do if "%~1"=="%%c" set "kahkm_vectors="
if "%~1"=="" set "kahkm_vectors="
"%kahkm_java%" -XX:+ExitOnOutOfMemoryError %kahkm_vectors% %KAHKM_JAVA_OPTS% -jar "%kahkm_home%kahkm.jar" %*
exit /b %errorlevel%
